export const placeHold = 1;
