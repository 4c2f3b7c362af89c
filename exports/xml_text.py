"""Any text inside XML: as element content and as an attribute's value. What XML cannot hold is gone before."""

import re

_NO_TOKEN = re.compile(r"[^A-Za-z0-9.\-/]")


def content(text: str) -> str:
    """The text as an element's content, line breaks and blanks kept.

    It stands in a CDATA section where it has markup: Gephi drops the blank between two escaped characters.

    >>> content("a & b"), content("x ]]> y"), content("a\\rb")
    ('<![CDATA[a & b]]>', '<![CDATA[x ]]]]><![CDATA[> y]]>', 'a&#13;b')
    """
    if "\r" in text:  # a reader turns a bare carriage return into a line feed, in CDATA too
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    if "&" in text or "<" in text or ">" in text:
        return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"
    return text


def attribute(text: str) -> str:
    """The text as an attribute's value between double quotes, line breaks and tabs kept.

    >>> attribute('"a" < b')
    '&quot;a&quot; &lt; b'
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text if text.isprintable() else text.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def nmtoken(text: str) -> str:
    """The text as an XML NMTOKEN: `/` becomes `:`, any other sign its code between underscores; two texts stay two.

    >>> nmtoken("method/grpo"), nmtoken("method/q*"), nmtoken("paper/a:b_c"), nmtoken("")
    ('method:grpo', 'method:q_2a_', 'paper:a_3a_b_5f_c', '_')
    """
    return _NO_TOKEN.sub(lambda sign: f"_{ord(sign[0]):x}_", text).replace("/", ":") or "_"
