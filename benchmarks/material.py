"""The content of a HIT on both servers: a paragraph, and five questions. Each question has three
options of a sentence each."""

PARAGRAPH = (
    "A cyclist in a yellow coat waits at the corner while a tram passes behind the fountain. "
    "Two children share an umbrella, and the shop's awning drips on the boxes of apples below it. "
) * 6
QUESTIONS = ("naturalness", "coherence", "word_choice", "syntax", "coverage")
FREE_TEXT = "feedback"
ANSWERS = len(QUESTIONS) + 1  # answers that one HIT stores
OPTIONS = tuple(
    f"Option {number}: the paragraph meets this criterion to degree {number}, "
    "judged by reading it once at an ordinary pace and then comparing it with the picture beside "
    "it, "
    "without guessing at what its writer may have meant"
    for number in (1, 2, 3)
)
