/**
 * One glyph a character, each as wide as it is alone. A layout with kerning and ligatures takes eight times as long, for figures that have
 * neither, and remembers every word that it ever saw: half a gigabyte for fifty thousand lines.
 */

interface Glyph {
  id: number;
  advanceWidth: number;
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

interface Run {
  glyphs: Glyph[];
  positions: Position[];
  advanceWidth: number;
}

/** What pdfkit keeps of a font that is embedded. It has no name for it; a test holds that it is still there. */
interface EmbeddedFont {
  font: { glyphForCodePoint(codePoint: number): Glyph };
  /** From the font's own units to thousandths of its size. */
  scale: number;
  layout: (text: string) => Run;
}

export function setPlainLayout(document: PDFKit.PDFDocument, name: string): void {
  document.font(name);
  // oxlint-disable-next-line no-underscore-dangle -- pdfkit calls it so
  const embedded = (document as unknown as { _font: EmbeddedFont })._font;
  const known = new Map<string, { glyph: Glyph; position: Position }>();
  const look = (character: string): { glyph: Glyph; position: Position } => {
    const glyph = embedded.font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const width = glyph.advanceWidth * embedded.scale;
    const position = { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width };
    const found = { glyph, position };
    known.set(character, found);
    return found;
  };
  embedded.layout = (text) => {
    const run: Run = { glyphs: [], positions: [], advanceWidth: 0 };
    for (const character of text) {
      const { glyph, position } = known.get(character) ?? look(character);
      run.glyphs.push(glyph);
      run.positions.push(position);
      run.advanceWidth += position.xAdvance;
    }
    return run;
  };
}
