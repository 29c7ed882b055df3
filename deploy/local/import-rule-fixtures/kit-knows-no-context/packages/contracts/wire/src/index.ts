// The other side of a broken law.

export const problems = {};
