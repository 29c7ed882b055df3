import { runService } from '@lodging/kit-runtime';
import { buildInventory } from './app.ts';
import { inventorySettings } from './settings.ts';

await runService({ name: 'inventory', settings: inventorySettings, build: buildInventory });
