import { page } from '../../pages/show-page.ts';
import type { Markup } from '../../pages/show-page.ts';

export function paymentPage(title: string, content: Markup): string {
  return page(title, content, 'This is an emulator for the payment provider. No money moves.');
}
