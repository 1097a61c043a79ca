import { licenceText, shippedPackages } from '../package/shipped-packages.ts';

/** The data of the licences page: packages with the index of their licence text; each different text is stored once. */
export function thirdPartyData(): string {
  const texts: string[] = [];
  const packages = shippedPackages().map((shipped) => {
    const { name, version, licence } = shipped;
    const text = licenceText(shipped) ?? `${licence}. The package brings no text of its licence.`;
    if (!texts.includes(text)) texts.push(text);
    return { name, version, licence, text: texts.indexOf(text) };
  });
  return `${JSON.stringify({ packages, texts }, null, 1)}\n`;
}
