"""From text to trees that know where each word stands."""
