import { CaptureTag } from 'liquidjs';
import type { Context } from 'liquidjs';

/** LiquidJS counts what filters make, and not what `capture` keeps: a text that captures itself twice doubles each time. */
export class CountedCapture extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    yield* super.render(ctx);
    const kept: unknown = Reflect.get(ctx.bottom(), this.variable);
    ctx.memoryLimit.use(String(kept).length);
  }
}
