#error "a header of the user, not of sinew"
