def div_even(a, b:
    return a // b
