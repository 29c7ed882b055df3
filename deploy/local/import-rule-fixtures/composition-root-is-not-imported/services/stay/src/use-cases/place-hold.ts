// Breaks the rule on purpose.

import { app } from '../app.ts';

export const placeHold = () => app;
