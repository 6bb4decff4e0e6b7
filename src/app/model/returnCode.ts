/** The code with which OpenRouter sends the user back: taken out of the address before anything else can see it there. */

const arrived = new URL(location.href);

export const returnCode: string | null = arrived.searchParams.get('code');

if (returnCode !== null) {
  arrived.searchParams.delete('code');
  arrived.hash = sessionStorage.getItem('longrun.openRouterReturn') ?? '';
  history.replaceState(null, '', arrived);
}
