// Starts reservations.
import { runService } from '@lodging/kit-runtime';
import { buildReservations } from './app.ts';
import { settings } from './settings.ts';

await runService({ name: 'reservations', settings, build: buildReservations });
