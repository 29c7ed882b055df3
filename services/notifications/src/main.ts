import { runService } from '@lodging/kit-messaging';
import { notifications } from './app.ts';

await runService(notifications);
