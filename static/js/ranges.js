// Lists of [start, end] in seconds, in order and apart.

export function union(ranges) {
  const joined = [];
  for (const [start, end] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

export const length = (ranges) => ranges.reduce((sum, [start, end]) => sum + end - start, 0);

export const fromTimeRanges = (times) =>
  Array.from({ length: times.length }, (_, number) => [times.start(number), times.end(number)]);
