export const nights = 2;
