"""Quick phrases: sent as keys, so that everybody reads them in their own language."""

from docena.core.words import LANGUAGES, texts


def phrases(lang: str) -> dict[str, str]:
    """All phrases of a language by their keys, in the order shown.

    >>> phrases("es")["well_played"]
    '¡Bien jugado!'
    """
    return dict(texts(lang)["phrases"])


def is_phrase(key: str) -> bool:
    """
    >>> is_phrase("hello"), is_phrase("Hello!")
    (True, False)
    """
    return key in texts(LANGUAGES[0])["phrases"]
