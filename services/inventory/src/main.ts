import { runService } from '@lodging/kit-messaging';
import { inventory } from './app.ts';

await runService(inventory);
