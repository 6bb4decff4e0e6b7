/** The pool from which clients are drawn (spec §2). */
export const CLIENT_NAMES = [
  'Nexus AI',
  'Vertex Labs',
  'Quantum Dynamics',
  'Atlas Computing',
  'Helix Systems',
  'Orion Data',
  'Cipher Corp',
  'Prism Analytics',
  'Nova Research',
  'Zenith Technologies',
  'Apex Robotics',
  'Stratos Cloud',
  'Vanguard ML',
  'Equinox Labs',
  'Cortex Intelligence',
] as const;
