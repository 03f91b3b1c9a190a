type Parameter = 'search' | 'state' | 'kind' | 'age' | 'pin' | 'collection';

/** The path of the page Coverage with a filter: `/coverage?state=never`. Values that are '' or undefined are left out. */
export function coveragePath(filter: { readonly [P in Parameter]?: string | undefined }): string {
  const parameters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parameters.length === 0 ? '/coverage' : `/coverage?${parameters.join('&')}`;
}
