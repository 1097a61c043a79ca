import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { checkedChartBytes } from '../../../src/core/vault/checked-chart.ts';
import { assertFigureMayLeave, writeFigure, type FigureInTrail } from '../../../src/core/vault/saved-figure.ts';
import type { StudyEntry } from '../../../src/core/vault/studies/studies.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg"><title>Target sum</title><style>@font-face{src:url(data:font/woff2;base64,AAAA)}</style>' +
  '<text>0 &lt; 1, once a week = 7 days, on = url(x), href=</text></svg>';
const chart: FigureInTrail = {
  ...{ study: '22-001', dataset: 'responses', format: 'svg-chart' },
  ...{ generation: 3, meant: { of: 3, all: 201 }, rows: 22, columns: 4 },
};

const folder = temporaryFolders();

async function vaultWithPlace(): Promise<{ readonly vault: Vault; readonly place: string }> {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const place = join(vault.dir, 'charts');
  mkdirSync(place);
  return { vault, place };
}

function eventsOf(vault: Vault): readonly { readonly kind: string }[] {
  return vault.audit
    .list({ group: null, study: null, since: null, until: null, text: '' }, 0, 100)
    .entries.map(({ event }) => JSON.parse(event) as { readonly kind: string })
    .reverse();
}

describe('a saved chart', () => {
  test('is a file for its owner alone, with its digest in the trail', async () => {
    const { vault, place } = await vaultWithPlace();
    const path = join(place, 'waterfall.svg');
    writeFigure(vault, path, chart, checkedChartBytes({ form: 'svg', body: drawing }));
    expect(readFileSync(path, 'utf8')).toBe(drawing);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const sha256 = createHash('sha256').update(drawing).digest('hex');
    expect(eventsOf(vault).slice(-2)).toMatchObject([
      { kind: 'export-begun', study: '22-001', dataset: 'responses', format: 'svg-chart' },
      {
        kind: 'export',
        study: '22-001',
        dataset: 'responses',
        format: 'svg-chart',
        narrowed: true,
        generation: 3,
        rows: 22,
        subjects: { of: 3, all: 201 },
        sha256,
      },
    ]);
    vault.close();
  });

  test('needs an existing study whose site pack has not expired', async () => {
    const { vault } = await vaultWithPlace();
    vault.addStudy('22-001', { demo: false, provisional: false });
    expect(() => {
      assertFigureMayLeave(vault, '22-001');
    }).not.toThrow();
    expect(() => {
      assertFigureMayLeave(vault, '22-009');
    }).toThrow(expect.objectContaining({ code: 'USAGE' }));
    const entry = vault.study('22-001');
    const sitePack = { expires: '2026-11-20', madeAt: '2026-11-01T00:00:00Z', asOf: '', due: [], digest: '', expired: true };
    const study = (): StudyEntry | null => (entry === null ? null : { ...entry, sitePack });
    expect(() => {
      assertFigureMayLeave({ study }, '22-001');
    }).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    vault.close();
  });

  test('leaves no file if it cannot be written, and the trail records the failure', async () => {
    const { vault, place } = await vaultWithPlace();
    expect(() => {
      writeFigure(vault, join(place, 'none', 'waterfall.svg'), chart, checkedChartBytes({ form: 'svg', body: drawing }));
    }).toThrow('could not be written');
    expect(existsSync(join(place, 'none'))).toBe(false);
    expect(readdirSync(place)).toEqual([]);
    expect(eventsOf(vault).at(-1)).toMatchObject({ kind: 'export-failed', format: 'svg-chart', outcome: 'EXPORT' });
    vault.close();
  });
});

describe('the content of a saved chart', () => {
  test('must start with the PNG signature', () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);
    expect(checkedChartBytes({ form: 'png', body: png.toString('base64') })).toEqual(png);
    expect(() => checkedChartBytes({ form: 'png', body: Buffer.from('MZ').toString('base64') })).toThrow('is not a chart');
  });

  test.each([
    ['an HTML page', '<html></html>'],
    ['a script', '<svg ><script>1</script></svg>'],
    ['an event handler', '<svg ><rect onload="1"/></svg>'],
    ['an event handler on the root element', '<svg onload="1"></svg>'],
    ['an embedded page', '<svg ><foreignObject/></svg>'],
    ['a link', '<svg ><a href="https://example.org">x</a></svg>'],
    ['an external image', '<svg ><rect fill="url(https://example.org/x)"/></svg>'],
    ['an external style', '<svg ><style>@font-face{src:url(https://example.org/x)}</style></svg>'],
    ['a reference', '<svg ><use href="https://example.org/x"/></svg>'],
    ['content after the drawing', '<svg ></svg><script>1</script>'],
    ['a script under a namespace prefix', '<svg xmlns:s="http://www.w3.org/2000/svg"><s:script>1</s:script></svg>'],
    ['an HTML object', '<svg ><object xmlns="http://www.w3.org/1999/xhtml" data="https://example.org/x"/></svg>'],
    ['an element of another namespace', '<svg ><g xmlns="http://www.w3.org/1999/xhtml"/></svg>'],
    ['an event handler after a ">" in a value', '<svg ><g id=">" onclick="1"/></svg>'],
    ['an event handler in single quotes', "<svg ><g onclick='1'/></svg>"],
    ['an external image with a character reference', '<svg ><rect fill="&#117;rl(https://example.org/x)"/></svg>'],
    ['an external image with an escape', '<svg ><rect fill="\\75rl(https://example.org/x)"/></svg>'],
    ['an external image in quotes', '<svg ><rect fill="url( &quot;//example.org/x&quot;)"/></svg>'],
    ['a style attribute', '<svg style="background:image-set(&quot;//example.org/x&quot; 1x)"></svg>'],
    ['an imported style', "<svg ><style>@import '//example.org/x';</style></svg>"],
    ['a style in a CDATA section', '<svg ><style><![CDATA[@import "//example.org/x";]]></style></svg>'],
    ['an escaped style', "<svg ><style>@\\69mport '//example.org/x';</style></svg>"],
    ['a processing instruction', '<svg ><?xml-stylesheet href="x"?></svg>'],
    ['a comment', '<svg ><!-- x --></svg>'],
    ['a missing end tag', '<svg ><g></svg>'],
    ['another drawing after it', '<svg ></svg><svg ></svg>'],
    ['text after it', '<svg ></svg>x'],
    ['text only', 'x'],
  ])('is refused with %s', (_says, body) => {
    expect(() => checkedChartBytes({ form: 'svg', body })).toThrow('is not a chart');
  });
});
