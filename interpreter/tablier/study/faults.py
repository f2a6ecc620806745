"""What a study says when it cannot do what is asked."""


class StudyError(Exception):
    """Something asked of a study cannot be done; the message says what, in one sentence for people."""
