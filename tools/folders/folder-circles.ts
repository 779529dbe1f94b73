export interface Import {
  from: string;
  to: string;
}

/**
 * The imports by which folders form circles: each leads from one folder to another that leads back. The pattern's first
 * group is the folder's name. Files outside are ignored.
 */
export function folderCircles(imports: readonly Import[], pattern: RegExp): Import[] {
  const between = imports.flatMap(({ from, to }) => {
    const [fromFolder, toFolder] = [pattern.exec(from)?.[1], pattern.exec(to)?.[1]];
    const isBetween = fromFolder !== undefined && toFolder !== undefined && fromFolder !== toFolder;
    return isBetween ? [{ from, to, fromFolder, toFolder }] : [];
  });
  const next = new Map<string, Set<string>>();
  for (const { fromFolder, toFolder } of between) {
    next.set(fromFolder, (next.get(fromFolder) ?? new Set()).add(toFolder));
  }
  const reaches = (start: string, end: string): boolean => {
    const seen = new Set<string>();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      if (folder === end) return true;
      if (!seen.has(folder)) open.push(...(next.get(folder) ?? []));
      seen.add(folder);
    }
    return false;
  };
  return between
    .filter(({ fromFolder, toFolder }) => reaches(toFolder, fromFolder))
    .map(({ from, to }) => ({ from, to }));
}
