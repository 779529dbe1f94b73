import type { BenchmarkOptions } from '../benchmark.ts';
import type { Pair } from '../pairs.ts';

/** Progress goes to stderr: one line that is overwritten on a terminal, plain lines elsewhere. */
export function createProgress(stream: NodeJS.WriteStream): BenchmarkOptions['report'] & { end: () => void } {
  const write = stream.isTTY
    ? (text: string) => void stream.write(`\r\u001b[K${text.slice(0, stream.columns - 1)}`)
    : (text: string) => void stream.write(`${text}\n`);
  return {
    step: (text) => write(`${text} …`),
    pair: (name, pair, { index, of }) => write(`${name}, pair ${index + 1} of ${of}: ${describe(pair)}`),
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}

function describe({ bare, product, ratio }: Pair): string {
  return `bare ${Math.round(bare.perSecond)}/s, product ${Math.round(product.perSecond)}/s, ratio ${ratio.toFixed(2)}`;
}
