/** The numbers behind a chart as a table, for whoever reads no charts. */
export function TableTwin({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  return (
    <details className="pt-1">
      <summary className="label min-h-6 w-fit cursor-pointer underline hover:text-ink">as a table</summary>
      <table className="table mt-1 max-w-120">
        <thead>
          <tr>
            {head.map((word, column) => (
              <th key={word} scope="col" className={column === 0 ? "" : "number"}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, column) => (
                <td key={head[column]} className={column === 0 ? "" : "number"}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
