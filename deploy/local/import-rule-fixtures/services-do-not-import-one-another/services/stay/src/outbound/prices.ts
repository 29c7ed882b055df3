// Breaks the rule on purpose.

import { price } from '../../../prices/src/domain/price.ts';

export const prices = [price];
