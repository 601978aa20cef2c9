/// Small programs whose threads meet, to be run by schedules.
package telegraph.stepped;
