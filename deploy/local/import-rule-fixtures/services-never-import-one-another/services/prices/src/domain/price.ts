// The other side of a broken law.

export const price = 1;
