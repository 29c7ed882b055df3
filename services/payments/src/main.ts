// Owns the process of payments.
import { runService } from '@lodging/kit-runtime';
import { buildApp } from './app.ts';
import { settings } from './config.ts';

await runService({ name: 'payments', settings, build: buildApp });
