"""How hard the property tests look: `make test-all` sets HYPOTHESIS_PROFILE=thorough."""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
