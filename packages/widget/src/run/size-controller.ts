import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How much place the page gives: one column, two months beside each other, or two columns. */
export type Size = 'narrow' | 'middle' | 'wide';

/** In rem of the page, so that a guest who enlarges the words gets one column earlier. */
const MIDDLE_REM = 36;
const WIDE_REM = 58;

/** Follows the width that the page gives to the component, whatever the width of the screen. */
export class SizeController implements ReactiveController {
  size: Size = 'narrow';
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #onChange: () => void;
  #observer: ResizeObserver | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, onChange: () => void) {
    this.#onChange = onChange;
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // In the next frame: a new layout has another height, which would be observed again.
    this.#observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
    this.#observer.observe(this.#host);
    this.#measure();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  #measure(): void {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const width = this.#host.clientWidth / rem;
    const size = width >= WIDE_REM ? 'wide' : width >= MIDDLE_REM ? 'middle' : 'narrow';
    if (size === this.size) return;
    this.size = size;
    this.#onChange();
    this.#host.requestUpdate();
  }
}
