import { runService } from '@lodging/kit-messaging';
import { gateway } from './app.ts';

await runService(gateway);
