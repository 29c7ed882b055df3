import { runService } from '@lodging/kit-messaging';
import { channels } from './app.ts';

await runService(channels);
