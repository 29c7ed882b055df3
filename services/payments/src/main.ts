import { runService } from '@lodging/kit-runtime';
import { buildApp } from './app.ts';
import { settings } from './settings.ts';

await runService({ name: 'payments', settings, build: buildApp });
