"""The learner's side: what runs in a rank. Knows no expected value and draws no verdict."""
