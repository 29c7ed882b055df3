// Breaks the rule on purpose.

import { hen } from './hen.ts';

export const egg = () => hen;
