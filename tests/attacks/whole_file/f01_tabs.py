def div_even(a, b):
        if a:
	return a // b
