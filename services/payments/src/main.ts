import { runService } from '@lodging/kit-messaging';
import { payments } from './app.ts';

await runService(payments);
