import { runService } from '@lodging/kit-messaging';
import { reservations } from './app.ts';

await runService(reservations);
