import { LodgingManage } from '../lodging-manage.ts';

export { LodgingManage };

declare global {
  interface HTMLElementTagNameMap {
    'lodging-manage': LodgingManage;
  }
}

// A server that renders the page imports this file too, and may have no registry.
if (typeof customElements !== 'undefined' && customElements.get('lodging-manage') === undefined)
  customElements.define('lodging-manage', LodgingManage);
