// The other side of a broken law.

export const money = 1n;
