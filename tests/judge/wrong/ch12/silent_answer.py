"""wrong_answer: no text, no end"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        return False
