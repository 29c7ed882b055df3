export const fixedPrice = 100n;
