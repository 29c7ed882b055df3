// Breaks the rule on purpose.

import { egg } from './egg.ts';

export const hen = () => egg;
