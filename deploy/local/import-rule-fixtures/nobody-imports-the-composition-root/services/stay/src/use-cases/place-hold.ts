// Breaks the law on purpose.

import { app } from '../app.ts';

export const placeHold = () => app;
