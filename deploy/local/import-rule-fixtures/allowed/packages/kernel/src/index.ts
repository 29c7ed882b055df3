// Keeps the rules.

export const money = 1n;
