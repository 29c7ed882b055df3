// Breaks the rule on purpose: production code uses a helper of tests.
import { fixedPrice } from './test-prices.ts';

export const placeHold = () => fixedPrice;
