// Breaks the law on purpose.

import { egg } from './egg.ts';

export const hen = () => egg;
