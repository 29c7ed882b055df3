// Lawful.

import { app } from './app.ts';

export const started = app;
