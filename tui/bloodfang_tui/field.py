"""A line of text that is being typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bloodfang.ink import safe, width


@dataclass(frozen=True, slots=True)
class Field:
    """What was typed so far, and where the next character goes."""

    text: str = ""
    at: int = 0
    most: int = 200
    """No more characters than this."""

    @classmethod
    def of(cls, text: str, most: int = 200) -> Field:
        """A field with something in it, to be typed on."""
        return cls(text, len(text), most)

    def key(self, key: str, character: str | None) -> Field | None:
        """After a key; None if the key means nothing here."""
        text, at = self.text, self.at
        match key:
            case "left":
                return replace(self, at=max(0, at - 1))
            case "right":
                return replace(self, at=min(len(text), at + 1))
            case "home" | "ctrl+a":
                return replace(self, at=0)
            case "end" | "ctrl+e":
                return replace(self, at=len(text))
            case "backspace" | "ctrl+h":
                return replace(self, text=text[: max(0, at - 1)] + text[at:], at=max(0, at - 1))
            case "delete" | "ctrl+d":
                return replace(self, text=text[:at] + text[at + 1 :])
            case "ctrl+u":
                return replace(self, text=text[at:], at=0)
        return self.typed(character) if character and character.isprintable() else None

    def typed(self, more: str) -> Field:
        """After this text was typed or pasted; what cannot be shown, or is too much, is left out."""
        clean = "".join(each for each in " ".join(more.split("\n")) if each.isprintable() and safe(each) == each)
        clean = clean[: max(0, self.most - len(self.text))]
        return replace(self, text=self.text[: self.at] + clean + self.text[self.at :], at=self.at + len(clean))

    def shown(self, columns: int) -> tuple[str, str, str]:
        """The part that fits: before the cursor, under it, and after it."""
        before, under, after = self.text[: self.at], self.text[self.at : self.at + 1] or " ", self.text[self.at + 1 :]
        while before and width(before) + width(under) > columns:
            before = before[1:]
        while after and width(before) + width(under) + width(after) > columns:
            after = after[:-1]
        return before, under, after
