// Keeps the rules.

import { app } from './app.ts';

export const started = app;
