// Lawful.

export const money = 1n;
