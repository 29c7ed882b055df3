// Breaks the rule on purpose.

import { app } from '../../services/stay/src/app.ts';

export const started = app;
