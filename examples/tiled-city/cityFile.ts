/** The name of the city's file, which lies beside the page. */
export const FILE = 'city.slabs';
